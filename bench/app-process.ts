import { startApp } from '../scripts/running-app.mjs';

/** A server whose work is measured. */
export interface Measured {
  readonly origin: string;
  readonly port: number;
  cpuSeconds(): Promise<number>;
  residentBytes(): Promise<number>;
}

export interface AppProcess extends Measured {
  readonly dataDir: string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

const PASSWORD = 'a key of the usual kind';
export const JSON_HEADERS = { 'content-type': 'application/json' };

/** Starts the built server on a free port and new data. Measurements have no rate limits unless they set them. */
export async function startMeasured(settings: Record<string, string> = {}): Promise<AppProcess> {
  const { url: origin, dataDir, stop } = await startApp({ PIPCAST_SIGNUP: 'open', ...settings });
  const metric = async (name: string) => {
    const lines = (await (await fetch(`${origin}/metrics`)).text()).split('\n');
    const line = lines.find((text) => text.startsWith(`${name} `));
    if (line === undefined) throw new Error(`/metrics has no ${name}`);
    return Number(line.slice(line.lastIndexOf(' ') + 1));
  };
  return {
    origin,
    port: Number(new URL(origin).port),
    dataDir,
    cpuSeconds: () => metric('process_cpu_seconds_total'),
    residentBytes: () => metric('process_resident_memory_bytes'),
    stop,
  };
}

/** Makes an account and returns its access token. */
export async function signUp(origin: string, email: string, headers: object = {}): Promise<string> {
  const answer = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`a sign-up for the measurement was answered ${answer.status}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
