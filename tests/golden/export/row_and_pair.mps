* layout units
* puzzle 2 . . 1/3
* x_CELL_VALUE is 1 where the cell holds the value
NAME          unitdoku
ROWS
 N  obj
 E  cell_A1
 E  cell_A2
 E  cell_A3
 E  cell_A4
 E  u0_v1
 E  u0_v2
 E  u0_v3
 L  u1_v1
 L  u1_v2
 L  u1_v3
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x_A1_1    cell_A1              1
    x_A1_1    u0_v1                1
    x_A1_2    cell_A1              1
    x_A1_2    u0_v2                1
    x_A1_3    cell_A1              1
    x_A1_3    u0_v3                1
    x_A2_1    cell_A2              1
    x_A2_1    u0_v1                1
    x_A2_2    cell_A2              1
    x_A2_2    u0_v2                1
    x_A2_3    cell_A2              1
    x_A2_3    u0_v3                1
    x_A3_1    cell_A3              1
    x_A3_1    u0_v1                1
    x_A3_1    u1_v1                1
    x_A3_2    cell_A3              1
    x_A3_2    u0_v2                1
    x_A3_2    u1_v2                1
    x_A3_3    cell_A3              1
    x_A3_3    u0_v3                1
    x_A3_3    u1_v3                1
    x_A4_1    cell_A4              1
    x_A4_1    u1_v1                1
    x_A4_2    cell_A4              1
    x_A4_2    u1_v2                1
    x_A4_3    cell_A4              1
    x_A4_3    u1_v3                1
    MARKER    'MARKER'                 'INTEND'
RHS
    RHS       cell_A1              1
    RHS       cell_A2              1
    RHS       cell_A3              1
    RHS       cell_A4              1
    RHS       u0_v1                1
    RHS       u0_v2                1
    RHS       u0_v3                1
    RHS       u1_v1                1
    RHS       u1_v2                1
    RHS       u1_v3                1
BOUNDS
 FX BND       x_A1_1               0
 FX BND       x_A1_2               1
 FX BND       x_A1_3               0
 UP BND       x_A2_1               1
 UP BND       x_A2_2               1
 UP BND       x_A2_3               1
 UP BND       x_A3_1               1
 UP BND       x_A3_2               1
 UP BND       x_A3_3               1
 UP BND       x_A4_1               1
 FX BND       x_A4_2               0
 UP BND       x_A4_3               1
ENDATA
