/**
 * Names the rules that turn prices into a signal. Whoever changes a feature, a constant or the way a model is fitted
 * gives a new name: records are kept by it, and a new engine starts at zero.
 */
export const ENGINE_VERSION = 'fade-logit-2';
