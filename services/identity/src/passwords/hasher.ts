import { problem } from '@mms/service-kit'
import { hash, verify } from '@node-rs/argon2'
import type { Hasher } from '../context.ts'

/** A longer queue means a flood, so further requests are refused at once. */
const MAX_WAITING = 64

function busy(): Error {
  return problem.tooMany('auth.busy', 'Too many people are signing in right now. Please try again', {
    headers: { 'Retry-After': '1' },
  })
}

/** Runs at most `concurrency` tasks at a time; urgent ones go first. */
export function createConcurrencyGate(concurrency: number) {
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

/** Argon2id with the OWASP parameters: 19 MiB, two passes, one lane. */
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Different keyboards encode the same password differently (NIST SP 800-63B, 5.1.1.2). */
const normalised = (password: string) => password.normalize('NFKC')

interface HasherOptions {
  concurrency: number
  /** Tests pass weaker ones. */
  parameters?: typeof owasp
}

/** Hashes and checks `concurrency` passwords at a time. Throws 429 `auth.busy` if too many wait. */
export async function createHasher({ concurrency, parameters = owasp }: HasherOptions): Promise<Hasher> {
  const gate = createConcurrencyGate(concurrency)
  const unknownAccount = await hash('the password of no account', parameters)
  return {
    hash: (password) => gate.run(() => hash(normalised(password), parameters)),
    async verify(hashed, password, urgent) {
      const matches = await gate.run(() => verify(hashed ?? unknownAccount, normalised(password)), urgent)
      return hashed !== undefined && matches
    },
  }
}
