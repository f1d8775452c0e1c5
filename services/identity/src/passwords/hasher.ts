import { hash, verify } from '@node-rs/argon2'
import { createGate } from './gate.ts'

/** Argon2id by the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The same password has one form on any keyboard (NIST SP 800-63B, 5.1.1.2). */
const normalised = (password: string) => password.normalize('NFKC')

/**
 * Hashes and checks `concurrency` passwords at a time; each takes a core and 19 MiB. Throws 429 `auth.busy` when too
 * many wait.
 */
export async function createHasher({ concurrency }: { concurrency: number }) {
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
