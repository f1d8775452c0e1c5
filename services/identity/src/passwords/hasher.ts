import { problem } from '@mms/service-kit'
import { hash, verify } from '@node-rs/argon2'

/** A longer queue is a flood: refuse at once instead of answering late. */
const MAX_WAITING = 64

function busy(): Error {
  return problem.tooMany('auth.busy', 'Too many people are signing in right now. Please try again', {
    headers: { 'Retry-After': '1' },
  })
}

/** Runs at most `concurrency` tasks at a time; urgent ones go first. */
export function createGate(concurrency: number) {
  const waiting: (() => void)[] = []
  let running = 0

  const enter = async (urgent: boolean) => {
    if (running < concurrency) {
      running += 1
      return
    }
    if (!urgent && waiting.length >= MAX_WAITING) throw busy()
    await new Promise<void>((resolve) => (urgent ? waiting.unshift(resolve) : waiting.push(resolve)))
  }

  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run<T>(work: () => Promise<T>, urgent = false): Promise<T> {
      await enter(urgent)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** Argon2id by the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The same password has one form on any keyboard (NIST SP 800-63B, 5.1.1.2). */
const normalised = (password: string) => password.normalize('NFKC')

interface HasherOptions {
  concurrency: number
  /** Weaker ones are for tests. */
  parameters?: typeof owasp
}

/** Hashes and checks `concurrency` passwords at a time (a core and 19 MiB each). 429 `auth.busy` if too many wait. */
export async function createHasher({ concurrency, parameters = owasp }: HasherOptions) {
  const gate = createGate(concurrency)
  const unknownAccount = await hash('the password of no account', parameters)
  return {
    hash: (password: string): Promise<string> => gate.run(() => hash(normalised(password), parameters)),

    /**
     * Verifies a password. Without a hash it does the same work and returns false, so that timing does not reveal
     * accounts. `urgent` must not depend on the account.
     */
    async verify(hashed: string | undefined, password: string, urgent = false): Promise<boolean> {
      const matches = await gate.run(() => verify(hashed ?? unknownAccount, normalised(password)), urgent)
      return hashed !== undefined && matches
    },
  }
}

export type Hasher = Awaited<ReturnType<typeof createHasher>>
