import { passwordProblems } from '@mms/contracts'
import { ApiError } from '../http/api-error.ts'

type AskProof = (refusal: ApiError) => Promise<void>

let ask: AskProof | undefined

/** True if the server refused because the user must prove their identity again. */
export function asksForProof(error: unknown): error is ApiError {
  const code = error instanceof ApiError ? error.problem?.code : undefined
  return code === passwordProblems.reauthenticate || code === passwordProblems.signInAgain
}

/** Connects `withProof` to its dialog. Returns a function to disconnect. */
export function connectProof(asking: AskProof): () => void {
  ask = asking
  return () => {
    if (ask === asking) ask = undefined
  }
}

/**
 * Sends a request that needs a recent password. If the server refuses, asks for the password and sends it again.
 * @param isNeeded recognises such a refusal.
 */
export async function withProof<T>(send: () => Promise<T>, isNeeded = asksForProof): Promise<T> {
  try {
    return await send()
  } catch (refusal) {
    if (!ask || !isNeeded(refusal)) throw refusal
    await ask(refusal)
    return send()
  }
}
