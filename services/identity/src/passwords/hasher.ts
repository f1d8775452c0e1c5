import { hash, verify } from '@node-rs/argon2'
import { createGate } from './gate.ts'

/** Argon2id as the OWASP password storage cheat sheet asks for: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One person types a password the same way on any keyboard (NIST SP 800-63B, 5.1.1.2). */
const normalised = (password: string) => password.normalize('NFKC')

export interface HasherOptions {
  /** Hashes computed at the same time; each takes a core and 19 MiB. */
  concurrency: number
}

/** Hashes and checks passwords, a few at a time. Throws 429 `auth.busy` when too many wait already. */
export async function createHasher({ concurrency }: HasherOptions) {
  const gate = createGate(concurrency)
  const nobodys = await hash('nobody has this password', parameters)
  return {
    hash: (password: string): Promise<string> => gate.run(() => hash(normalised(password), parameters)),

    /**
     * Whether the password is the one of `hashed`. Without a hash the answer is no, after the same work, so
     * that the time does not tell whether an account exists. `urgent` goes before others that wait; it must not
     * depend on the account either.
     */
    async verify(hashed: string | undefined, password: string, urgent = false): Promise<boolean> {
      const matches = await gate.run(() => verify(hashed ?? nobodys, normalised(password)), urgent)
      return hashed !== undefined && matches
    },
  }
}

export type Hasher = Awaited<ReturnType<typeof createHasher>>
