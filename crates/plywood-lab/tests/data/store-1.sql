-- A store of version 0.1.0, tables of version 1: a match of four games and a suite of two positions.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1347180887;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run,
    pairing INTEGER NOT NULL,
    number INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    first_seat INTEGER NOT NULL,
    half_points INTEGER NOT NULL,
    payoffs TEXT NOT NULL,
    reason TEXT NOT NULL,
    plies INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    micros INTEGER NOT NULL,
    UNIQUE (run, pairing, number)
);
INSERT INTO "game" VALUES(1,1,0,0,0,0,2,'[1.0,-1.0]','rules',6,-1957542273684737801,132);
INSERT INTO "game" VALUES(2,1,0,1,0,1,1,'[0.0,0.0]','rules',8,-7522288765250869306,138);
INSERT INTO "game" VALUES(3,1,0,2,1,0,2,'[1.0,-1.0]','rules',4,-6468228433409785930,15);
INSERT INTO "game" VALUES(4,1,0,3,1,1,1,'[0.0,0.0]','rules',8,7878559871466846077,40);
INSERT INTO "game" VALUES(5,2,0,0,0,0,0,'[]','searched',1,3302562373670552525,138);
INSERT INTO "game" VALUES(6,2,0,1,1,0,0,'[]','searched',1,8735425803067572710,62);
CREATE TABLE opening (
    run INTEGER NOT NULL REFERENCES run,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
INSERT INTO "opening" VALUES(1,0,'.X./.../...');
INSERT INTO "opening" VALUES(1,1,'.../..X/...');
INSERT INTO "opening" VALUES(2,0,'.../.../...');
INSERT INTO "opening" VALUES(2,1,'X../.O./...');
CREATE TABLE pairing (
    run INTEGER NOT NULL REFERENCES run,
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    contestants TEXT NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
INSERT INTO "pairing" VALUES(1,0,'tictactoe','["ab(depth=2)","random"]');
INSERT INTO "pairing" VALUES(2,0,'tictactoe','["ab(depth=3)"]');
CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    experiment TEXT NOT NULL,
    hash TEXT NOT NULL,
    basis TEXT NOT NULL,
    version TEXT NOT NULL,
    build TEXT NOT NULL,
    seed INTEGER NOT NULL,
    planned INTEGER NOT NULL,
    shard TEXT NOT NULL,
    machine TEXT NOT NULL,
    overloaded INTEGER NOT NULL,
    started INTEGER NOT NULL
);
INSERT INTO "run" VALUES(1,'old','match','game = "tictactoe"
seed = 5
games = 4
openings = "random(plies=1)"
swap = true
longest = 2000
mode = "round-robin"
players = ["ab(depth=2)", "random"]
','8652585dbfc7d980','5f1f5e3d7f29488f','0.1.0','3fa3eebf8669',5,4,'','{"cores":2,"load":0.5,"processor":"some","system":"linux x86_64"}',1,1794809304);
INSERT INTO "run" VALUES(2,'old-suite','suite','game = "tictactoe"
seed = 1
depths = []
searches = ["ab(depth=3)"]
positions = [".../.../...", "X../.O./..."]
','6004782a3ce45880','6004782a3ce45880','0.1.0','3fa3eebf8669',1,2,'','{"cores":2,"load":0.5,"processor":"some","system":"linux x86_64"}',1,1794809304);
CREATE TABLE step (
    game INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER,
    text TEXT NOT NULL,
    value REAL,
    proven INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    evaluations INTEGER NOT NULL,
    simulations INTEGER NOT NULL,
    micros INTEGER NOT NULL,
    counters TEXT,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
INSERT INTO "step" VALUES(1,0,1,'b1',0.0,0,0,0,0,0,26,NULL);
INSERT INTO "step" VALUES(1,1,0,'b2',0.0,0,2,26,19,0,68,NULL);
INSERT INTO "step" VALUES(1,2,1,'c2',0.0,0,0,0,0,0,0,NULL);
INSERT INTO "step" VALUES(1,3,0,'a1',0.0,0,2,18,13,0,5,NULL);
INSERT INTO "step" VALUES(1,4,1,'c1',0.0,0,0,0,0,0,0,NULL);
INSERT INTO "step" VALUES(1,5,0,'c3',1.0,1,1,3,2,0,1,NULL);
INSERT INTO "step" VALUES(2,0,1,'b2',-1.11111111111111104943e-01,0,2,30,22,0,36,NULL);
INSERT INTO "step" VALUES(2,1,0,'a1',0.0,0,0,0,0,0,1,NULL);
INSERT INTO "step" VALUES(2,2,1,'a3',-1.11111111111111104943e-01,0,2,24,18,0,66,NULL);
INSERT INTO "step" VALUES(2,3,0,'c1',0.0,0,0,0,0,0,1,NULL);
INSERT INTO "step" VALUES(2,4,1,'b1',-1.11111111111111104943e-01,0,2,18,11,0,5,NULL);
INSERT INTO "step" VALUES(2,5,0,'a2',0.0,0,0,0,0,0,0,NULL);
INSERT INTO "step" VALUES(2,6,1,'c3',0.0,1,2,6,2,0,4,NULL);
INSERT INTO "step" VALUES(2,7,0,'c2',0.0,0,0,0,0,0,0,NULL);
INSERT INTO "step" VALUES(3,0,1,'a3',0.0,0,0,0,0,0,0,NULL);
INSERT INTO "step" VALUES(3,1,0,'b2',0.0,0,2,27,20,0,8,NULL);
INSERT INTO "step" VALUES(3,2,1,'b1',0.0,0,0,0,0,0,0,NULL);
INSERT INTO "step" VALUES(3,3,0,'a2',1.0,1,1,5,4,0,2,NULL);
INSERT INTO "step" VALUES(4,0,1,'b2',-1.11111111111111104943e-01,0,2,30,22,0,8,NULL);
INSERT INTO "step" VALUES(4,1,0,'c3',0.0,0,0,0,0,0,0,NULL);
INSERT INTO "step" VALUES(4,2,1,'c1',0.0,0,2,28,17,0,14,NULL);
INSERT INTO "step" VALUES(4,3,0,'a3',0.0,0,0,0,0,0,0,NULL);
INSERT INTO "step" VALUES(4,4,1,'b3',-1.11111111111111104943e-01,0,2,14,7,0,5,NULL);
INSERT INTO "step" VALUES(4,5,0,'b1',0.0,0,0,0,0,0,0,NULL);
INSERT INTO "step" VALUES(4,6,1,'a2',0.0,1,2,6,2,0,4,NULL);
INSERT INTO "step" VALUES(4,7,0,'a1',0.0,0,0,0,0,0,0,NULL);
INSERT INTO "step" VALUES(5,0,0,'b2',3.33333333333333314829e-01,0,3,137,102,0,138,NULL);
INSERT INTO "step" VALUES(6,0,0,'c3',2.22222222222222209886e-01,0,3,105,68,0,62,NULL);
COMMIT;
