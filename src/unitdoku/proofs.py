"""Reasons for answers, certificates that others can check, and proofs.

reasons        explain returns an Explanation: OneSolution, NoSolution or SeveralSolutions; Derivation, Step
certificates   certify and certify_many return a Certificate; verify and verify_file check it: Statement
proofs         prove returns a Proof, the clauses of a SAT solver
"""

from unitdoku.encoders.certificates.certify import Certificate, certify, certify_many
from unitdoku.encoders.certificates.drup import Proof, prove
from unitdoku.encoders.certificates.verify_file import verify_file
from unitdoku.encoders.reasons.derivation import Derivation
from unitdoku.encoders.reasons.explain import explain
from unitdoku.encoders.reasons.explanations import Explanation, NoSolution, OneSolution, SeveralSolutions
from unitdoku.encoders.reasons.step import Step
from unitdoku.reference.certificates.checker import verify
from unitdoku.reference.certificates.statement import Statement

__all__ = [
    "Certificate",
    "Derivation",
    "Explanation",
    "NoSolution",
    "OneSolution",
    "Proof",
    "SeveralSolutions",
    "Statement",
    "Step",
    "certify",
    "certify_many",
    "explain",
    "prove",
    "verify",
    "verify_file",
]
