import { passwordProblems } from '@mms/contracts'
import { ApiError } from '../http/api-error.ts'

/** Asks who is signed in for a new proof. Rejects when they give up. */
type AskProof = (refusal: ApiError) => Promise<void>

let ask: AskProof | undefined

/** Whether a refusal asks for a proof of who is signed in. */
export function asksForProof(error: unknown): error is ApiError {
  const code = error instanceof ApiError ? error.problem?.code : undefined
  return code === passwordProblems.reauthenticate || code === passwordProblems.signInAgain
}

/** Connects `withProof` to what draws the question. Returns the function that ends it. */
export function connectProof(asking: AskProof): () => void {
  ask = asking
  return () => {
    if (ask === asking) ask = undefined
  }
}

/**
 * Sends what the server takes only within ten minutes of a password: where it refuses, the page asks for the password and sends
 * it again.
 *
 * @example const saved = await withProof(() => http.put<Limits>('/api/transactions/limits', { body }))
 */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (refusal) {
    if (!ask || !asksForProof(refusal)) throw refusal
    await ask(refusal)
    return send()
  }
}
