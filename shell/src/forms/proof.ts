import type { TakeSecondStep } from '@mms/contracts'
import { ApiError, newKey } from '@mms/sdk'
import { asksForProof, connectProof } from '@mms/sdk/host'

export interface ProofQuestion {
  id: string
  refusal: ApiError
  goOn: (secondStep?: TakeSecondStep) => Promise<void>
  /** Rejects with the server's new challenge after the second step took too long. */
  askAgain: () => Promise<void>
  giveUp: () => void
}

let ask: ((question: ProofQuestion) => void) | undefined

/** Connects `proven`, and `withProof` of the areas, to their dialog. Returns a function to disconnect. */
export function connectQuestions(asking: (question: ProofQuestion) => void): () => void {
  ask = asking
  const disconnect = connectProof(
    (refusal) =>
      new Promise((resolve, reject) => {
        const goOn = async () => resolve()
        asking({ id: newKey(), refusal, goOn, askAgain: goOn, giveUp: () => reject(refusal) })
      }),
  )
  return () => {
    ask = undefined
    disconnect()
  }
}

const isAskingProof = (error: unknown): error is ApiError =>
  asksForProof(error) || (error instanceof ApiError && error.problem?.secondStep !== undefined)

/** Sends a request. If the server demands proof, a dialog asks for it and sends the request again. */
export async function proven<Saved>(send: (secondStep?: TakeSecondStep) => Promise<Saved>): Promise<Saved> {
  try {
    return await send()
  } catch (refusal) {
    if (!ask || !isAskingProof(refusal)) throw refusal
    const asking = ask
    return new Promise((resolve, reject) => {
      const goOn = async (step?: TakeSecondStep) => resolve(step ? await send(step) : send())
      const askAgain = async () => resolve(await send())
      asking({ id: newKey(), refusal, goOn, askAgain, giveUp: () => reject(refusal) })
    })
  }
}
