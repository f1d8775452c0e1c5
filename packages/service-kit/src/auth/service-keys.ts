import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartupError } from '../config.ts'
import type { VerifyToken } from './caller.ts'
import { serviceTokenVerifier } from './service-token.ts'

interface ServiceKeySettings {
  SERVICE_KEY_FILE?: string | undefined
  SERVICE_CALLERS_FILE?: string | undefined
}

export interface ServiceKeys {
  /** Signs what this service asks of others. */
  key: KeyObject
  /** Checks who asks this service. */
  verify: VerifyToken
}

const callerSchema = z.object({ key: z.string(), follows: z.array(z.string()) })
const callersSchema = z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), callerSchema)

function read<T>(setting: string, file: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // The words of a parser may quote the key.
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'cannot be used'
    throw new StartupError(`The file ${file} of ${setting} ${reason}.`)
  }
}

function ofCurve(key: KeyObject): KeyObject {
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('not a key of the curve P-256')
  return key
}

/** One key, or two that follow each other while one replaces the other; a private key counts as its public half. */
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
 * What a service signs its calls with, and whose calls it takes. `SERVICE_KEY_FILE` is its own private key (PEM, P-256),
 * `SERVICE_CALLERS_FILE` a JSON object by the name of the service: `key`, its public key (PEM; two, one
 * after the other, while one replaces the other), and `follows`, the services whose feeds it may read. Throws a `StartupError` when one is not given or is of no use.
 */
export function loadServiceKeys(settings: ServiceKeySettings): ServiceKeys {
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
