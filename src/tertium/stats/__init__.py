"""Statistics over additive counts: arrays in, numbers out; nothing here knows a measure, a file or a report.

A measure gives counts (n_blocks, k) and a function from summed counts to a value. Everything in this room is made from
these two: intervals resample blocks, tests swap them, standard errors linearise the function.
"""
