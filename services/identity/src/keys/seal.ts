import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts short secrets for the database. A secret can only be opened with the id of its owner. */
export function createSeal(key: Buffer) {
  return {
    close(text: string, owner: string) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return sealed.toString('base64url')
    },
    open(sealed: string, owner: string) {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
        const open = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]
        return Buffer.concat(open).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
export type Seal = ReturnType<typeof createSeal>
