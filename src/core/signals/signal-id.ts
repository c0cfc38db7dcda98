/** The UUID by which the later entries of a signal name it. Ids of abstentions and outages are named by nothing and stay plain text. */
export type SignalId = string & { readonly __of: 'signal' };

/** Marks a UUID as that of a signal, without a check: for the edges where such UUIDs are drawn or come in. */
export function signalId(uuid: string): SignalId {
  return uuid as SignalId;
}
