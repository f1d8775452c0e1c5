import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { KeySet } from '../keys/key-set.ts'
import { createFactorStore } from './store.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Seals short secrets for the database, each for one owner: in another's row it does not open. */
export interface Seal {
  close(text: string, owner: string): string
  /** Undefined when it was sealed with another key, or for another owner. */
  open(sealed: string, owner: string): string | undefined
  /** The same for what a key before this one sealed. */
  openFormer(sealed: string, owner: string): string | undefined
}

/** The key that follows from a signing key, so that there is no second one to keep. */
function sealingKey(privateKey: KeyObject): Buffer {
  const material = privateKey.export({ type: 'pkcs8', format: 'der' })
  return Buffer.from(hkdfSync('sha256', material, '', 'mms-identity authenticator secrets', 32))
}

function openWith(key: Buffer, sealed: string, owner: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
    const open = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]
    return Buffer.concat(open).toString('utf8')
  } catch {
    return undefined
  }
}

/** Seals by AES-256-GCM with the signing key's; what the keys before it sealed is opened too. */
export function createSeal({ privateKey, formerKeys }: Pick<KeySet, 'privateKey' | 'formerKeys'>): Seal {
  const key = sealingKey(privateKey)
  const former = formerKeys.map(sealingKey)
  return {
    close(text, owner) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return sealed.toString('base64url')
    },
    open: (sealed, owner) => openWith(key, sealed, owner),
    openFormer: (sealed, owner) =>
      former.map((old) => openWith(old, sealed, owner)).find((text) => text !== undefined),
  }
}

/** At the start: what the keys before this one sealed is sealed with this one. */
export async function sealAgain(db: Knex, seal: Seal): Promise<void> {
  const store = createFactorStore(db)
  for (const { userId, secret } of await store.listSecrets()) {
    const text = seal.openFormer(secret, userId)
    if (text !== undefined) await store.replaceSecret(userId, secret, seal.close(text, userId))
  }
}
