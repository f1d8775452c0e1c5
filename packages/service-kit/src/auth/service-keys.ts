import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartupError } from '../config/config.ts'
import { serviceTokenVerifier } from './service-token.ts'

interface ServiceKeySettings {
  SERVICE_KEY_FILE?: string | undefined
  SERVICE_CALLERS_FILE?: string | undefined
}

const callerSchema = z.object({ key: z.string(), follows: z.array(z.string()) })
const callersSchema = z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), callerSchema)

function read<T>(setting: string, file: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // Hide the parser's message, which may quote the key.
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be used'
    throw new StartupError(`The file ${file} of ${setting} ${reason}.`)
  }
}

function ofCurve(key: KeyObject): KeyObject {
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a key of the curve P-256')
  return key
}

/** Reads one key, or two during a key rotation. A private key stands for its public key. */
function publicKeysOf(pem: string): KeyObject[] {
  const blocks = pem.match(/-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g) ?? [pem]
  return blocks.map((block) => ofCurve(createPublicKey(block)))
}

const parseCallers = (text: string) =>
  new Map(
    Object.entries(callersSchema.parse(JSON.parse(text))).map(([name, { key, follows }]) => [
      name,
      { keys: publicKeysOf(key), follows },
    ]),
  )

/**
 * Loads the key that signs this service's calls (`SERVICE_KEY_FILE`, PEM, P-256). Loads the public keys and feeds of
 * its callers (`SERVICE_CALLERS_FILE`, JSON). Throws a `StartupError` if a file is missing or invalid.
 */
export function loadServiceKeys(settings: ServiceKeySettings) {
  const { SERVICE_KEY_FILE: keyFile, SERVICE_CALLERS_FILE: callersFile } = settings
  if (!keyFile || !callersFile) {
    throw new StartupError('SERVICE_KEY_FILE and SERVICE_CALLERS_FILE must be given.')
  }
  const callers = read('SERVICE_CALLERS_FILE', callersFile, parseCallers)
  return {
    key: read('SERVICE_KEY_FILE', keyFile, (pem) => ofCurve(createPrivateKey(pem))),
    verify: serviceTokenVerifier(callers),
  }
}
export type ServiceKeys = ReturnType<typeof loadServiceKeys>
