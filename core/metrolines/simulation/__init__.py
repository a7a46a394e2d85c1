"""Games by the million: series, workers, folders of results, sweeps over many games."""
