import { passwordProblems } from '@mms/contracts'
import { isTooFarAhead } from '../clock-skew.ts'
import { problem } from '../errors.ts'

const RECENT_MS = 10 * 60_000

/** When a person last typed the password or was seen by the provider of single sign-on; in ms. */
export interface Proof {
  provenAt: number
  byProvider: boolean
}

/** Whether the last proof is of the last ten minutes. A time ahead of ours was written by a wrong clock and proves nothing. */
export const isRecent = (proof: Proof | undefined, now: number): boolean =>
  proof !== undefined && now - proof.provenAt <= RECENT_MS && !isTooFarAhead(proof.provenAt, now, 0)

/** Throws 403, which asks for a new proof, when the last one is not recent: a stolen token, or a screen left alone, is not enough. */
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
