import { passwordProblems } from '@mms/contracts'
import { isTooFarAhead } from '../clock/clock.ts'
import { problem } from '../problems/problem.ts'

const RECENT_MS = 10 * 60_000

export interface Proof {
  provenAt: number
  byProvider: boolean
}

/** True if the user proved their identity in the last ten minutes. A future time (wrong clock) does not count. */
export const isRecent = (proof: Proof | undefined, now: number): boolean =>
  proof !== undefined && now - proof.provenAt <= RECENT_MS && !isTooFarAhead(proof.provenAt, now, 0)

/** Throws 403 without a recent proof, so that a stolen token or an unattended screen is not enough. */
export function assertRecent(proof: Proof | undefined, now: number): void {
  if (isRecent(proof, now)) return
  if (proof?.byProvider) {
    throw problem.forbidden(
      passwordProblems.signInAgain,
      'Please sign in again at your provider: you last did so more than 10 minutes ago',
    )
  }
  throw problem.forbidden(
    passwordProblems.reauthenticate,
    'Please confirm with your password: you last entered it more than 10 minutes ago',
  )
}
