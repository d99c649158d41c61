"""Where batches are run: in processes of this machine, on any executor, on a cluster."""
