import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'

async function makeKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 3_072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return privateKey
}

let key: Promise<string> | undefined

/**
 * Signs access tokens until the suite stops. It is never a file, so that nothing that serves files can give it away;
 * after a start browsers renew their tokens.
 */
export const signingKey = (): Promise<string> => {
  key ??= makeKey()
  return key
}
