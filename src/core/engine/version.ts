/**
 * Names the rules that turn prices into a signal. A change of a feature, a constant or the way a model is fitted
 * needs a new name: records are kept by it, and a new engine starts at zero.
 */
export const ENGINE_VERSION = 'fade-logit-3';
