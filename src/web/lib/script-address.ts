interface ScriptPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

export type WorkerPolicy = 'check-worker' | 'lab-worker' | 'service-worker';

/**
 * The address of a worker's script, as the page's policy wants it: it lets no address through but those of the policies that the
 * server names (trusted types, where the browser has them). Each policy is made once.
 */
export function scriptAddress(policy: WorkerPolicy, url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: ScriptPolicies };
  return trustedTypes?.createPolicy(policy, { createScriptURL: () => url }).createScriptURL(url) ?? url;
}
