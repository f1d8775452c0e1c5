import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '@mms/service-kit/config'
import { tryPort } from '@mms/service-kit/ports'

const RETRY_MS = 200

/** Throws a `StartupError` for a busy port before anything is built or started. */
export async function ensureFree(port: number, host: string, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs
  for (;;) {
    try {
      return await tryPort(port, host)
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      if (code === 'EADDRINUSE' && performance.now() < until) await delay(RETRY_MS)
      else throw new StartupError(sentenceOf(code, port, host), { cause })
    }
  }
}

function sentenceOf(code: string | undefined, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already taken. Choose another with PORT=….`
  if (code === 'EACCES') return `Port ${port} on ${host} may not be used by this user.`
  return `Cannot listen on ${host}:${port} (${code}).`
}
