const TRIES = 3
const TIMEOUT_MS = 5_000
const BACKOFF_MS = 300

/** Tries three times for five seconds. Throws on failure: the runtime would cache a substitute forever. */
export async function fetchManifest(url: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchOnce(url)
    } catch (error) {
      if (attempt === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, BACKOFF_MS * attempt * (0.5 + Math.random())))
    }
  }
}

async function fetchOnce(url: string): Promise<Response> {
  const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const type = response.headers.get('content-type') ?? 'nothing'
  if (!type.includes('json')) throw new Error(`${url} answered ${type} instead of JSON`)
  return response
}
