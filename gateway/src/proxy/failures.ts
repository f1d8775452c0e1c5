import { ProblemError, problem } from '@mms/service-kit'

/** Nothing was sent, so any request is safe to retry. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

export const notReachable = (name: string, cause: Error): ProblemError =>
  problem.unavailable('gateway.not_reachable', `${name} is not running right now. Please try again soon`, {
    headers: { 'Retry-After': '2' },
    cause,
  })

export function upstreamFailure(name: string, cause: Error): ProblemError {
  const { code } = cause as NodeJS.ErrnoException
  if (code && NOT_CONNECTED.has(code)) return notReachable(name, cause)
  return new ProblemError(502, 'gateway.broken_answer', `${name} failed to answer. Please try again`, {
    cause,
  })
}

export const upstreamTooSlow = (name: string) =>
  new ProblemError(504, 'gateway.too_slow', `${name} did not answer in time. Please try again`)

export const notInstalled = (name: string) =>
  problem.unavailable('gateway.not_installed', `${name} is not part of this installation yet`)
