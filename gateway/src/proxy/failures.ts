import { ProblemError, problem } from '@mms/service-kit'

const RETRY_SOON = { headers: { 'Retry-After': '2' } }

/** Errors that mean that nothing was sent: it is safe to try again, whatever the request was. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** What a failed connection to `name` means to the client. */
export function upstreamFailure(name: string, cause: Error): ProblemError {
  const { code } = cause as NodeJS.ErrnoException
  return code && NOT_CONNECTED.has(code)
    ? problem.unavailable(
        'gateway.not_reachable',
        `${name} is not running right now. Please try again soon`,
        {
          ...RETRY_SOON,
          cause,
        },
      )
    : new ProblemError(502, 'gateway.broken_answer', `${name} failed to answer. Please try again`, { cause })
}

export const upstreamTooSlow = (name: string) =>
  new ProblemError(504, 'gateway.too_slow', `${name} did not answer in time. Please try again`)

export const notInstalled = (name: string) =>
  problem.unavailable('gateway.not_installed', `${name} is not part of this installation yet`)

/** Nobody could ask the service yet what of it is public, so that nothing can be sent to it. */
export const unknownSoFar = (name: string, cause: Error): ProblemError =>
  problem.unavailable('gateway.not_reachable', `${name} is not running right now. Please try again soon`, {
    ...RETRY_SOON,
    cause,
  })
