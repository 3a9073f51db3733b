"""What proves the engine: parity with the reference, the golden corpus, the workloads that are timed.

For those who maintain Lineshaft, through the commands ``parity``, ``golden`` and ``bench``; a program that uses
Lineshaft needs none of it.
"""
