"""Hands for every paytable line of the two cross games, and their payouts."""

# Board (left, right, top, bottom, center), hole, the hand of the horizontal line, and the credit
# for an ante of $5 at even money, at the table's odds, $10 on the line, $15 on the better hand. The
# vertical line is never the better one.
LINE_PAYS = [
    ("Qs Js 2d 7c Ts", "As Ks", "royal flush", 1_000, 250_500, 501_000, 751_500),
    ("7h 6h 2d Kc 5h", "9h 8h", "straight flush", 1_000, 50_500, 101_000, 151_500),
    ("3h 4h 8d Kc 5h", "Ah 2h", "straight flush", 1_000, 50_500, 101_000, 151_500),
    ("Kh Ks 7d 9h 2c", "Kc Kd", "four of a kind", 1_000, 20_500, 41_000, 61_500),
    ("Qh 4s 7d 9h 4c", "Qc Qd", "full house", 1_000, 6_500, 13_000, 19_500),
    ("7d 4d 8c Kh 2d", "Ad Td", "flush", 1_000, 4_500, 9_000, 13_500),
    ("7h 6s 2d Kh 5c", "9c 8d", "straight", 1_000, 3_000, 6_000, 9_000),
    ("Qh Js 2d 7h Tc", "Ac Kd", "straight", 1_000, 3_000, 6_000, 9_000),
    ("3h 4s 8d Kh 5c", "Ac 2d", "straight", 1_000, 3_000, 6_000, 9_000),
    ("Jh 4s 7d 9h 2c", "Jc Jd", "three of a kind", 1_000, 2_000, 4_000, 6_000),
    ("2h 2s 7d 9h Kc", "3c 3d", "two pair", 1_000, 1_500, 3_000, 4_500),
    ("Ah 8s 7d 9h 2c", "Ac 4d", "pair", 1_000, 1_000, 2_000, 3_000),
    ("Kh 8s 7d 9h 2c", "Kc 4d", "pair", 1_000, 1_000, 2_000, 3_000),
    ("Qh 8s 7d 9h 2c", "Qc 4d", "pair", 1_000, 1_000, 2_000, 3_000),
    ("Jh 8s 7d 9h 2c", "Jc 4d", "pair", 1_000, 1_000, 2_000, 3_000),
    ("Th 8s 7d 9h 2c", "Tc 4d", "pair", 500, 500, 1_000, 1_500),
    ("9h 8s 7d Kh 2c", "9c 4d", "pair", 500, 500, 1_000, 1_500),
    ("8h Qs 7d Kh 2c", "8c 4d", "pair", 500, 500, 1_000, 1_500),
    ("7h Qs 9d Kh 2c", "7c 4d", "pair", 500, 500, 1_000, 1_500),
    ("6h 9s Td Kh 2c", "6c 4d", "pair", 500, 500, 1_000, 1_500),
    ("5h 8s 9d Kh 2c", "5c 4d", "pair", 0, 0, 0, 0),
    ("2h 8s 9d Kh 7c", "2c 4d", "pair", 0, 0, 0, 0),
    ("Ah 8s 7d 9h 2c", "Kc 4d", "high card", 0, 0, 0, 0),
    ("Qh Js 9d 7h 2c", "Ac Kd", "high card", 0, 0, 0, 0),  # no straight wraps around the ace
]

# Board, its hand, and the credit for a Five Card Bonus of $10.
BONUS_PAYS = [
    ("As Ks Qs Js Ts", "royal flush", 251_000),
    ("Kh Qh Jh Th 9h", "straight flush", 101_000),
    ("Ah 2h 3h 4h 5h", "straight flush", 101_000),
    ("9c 9d 9h 9s Kd", "four of a kind", 41_000),
    ("9c 9d 9h Ks Kd", "full house", 16_000),
    ("As Js 9s 7s 4s", "flush", 11_000),
    ("9c Td Jh Qs Kd", "straight", 7_000),
    ("Ac 2d 3h 4s 5d", "straight", 7_000),
    ("9c 9d 9h Ks Qd", "three of a kind", 5_000),
    ("9c 9d 4h 4s Qd", "two pair", 4_000),
    ("Ac Ad 9h 4s Qd", "pair", 2_000),
    ("Tc Td 9h 4s Qd", "pair", 2_000),
    ("6c 6d 9h 4s Qd", "pair", 2_000),
    ("5c 5d 9h 4s Qd", "pair", 0),
    ("2h 2d 9h 4s Qd", "pair", 0),
    ("Ac Kd 9h 4s Qd", "high card", 0),
]
BYSTANDER = "2c 3d"
"""Two cards that are on no board of `BONUS_PAYS`."""
