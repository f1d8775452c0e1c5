import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, SLOW, settings, startSuite, untilReady } from '../test/support.ts'
import { serviceNames } from './setup/service-list.ts'

const run = promisify(execFile)
const control = join(import.meta.dirname, 'control/main.ts')

afterEach(cleanUp)

/** A public key as a file has it, and the part of it by which it is found in what identity publishes. */
function makeKey() {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })
  return {
    pem: publicKey.export({ type: 'spki', format: 'pem' }),
    modulus: publicKey.export({ format: 'jwk' }).n,
  }
}

async function publishedBy(dataFolder: string): Promise<(string | undefined)[]> {
  const ports = JSON.parse(readFileSync(join(dataFolder, 'ports.json'), 'utf8')) as number[]
  const port = ports[serviceNames.indexOf('identity')]
  const answer = await fetch(`http://127.0.0.1:${port}/.well-known/jwks.json`)
  const { keys } = (await answer.json()) as { keys: { n?: string }[] }
  return keys.map(({ n }) => n)
}

test(
  'identity publishes the keys of published-keys.pem: those there at the start, and others once it is restarted',
  SLOW,
  async () => {
    const env = await settings()
    const file = join(env.DATA_DIR, 'published-keys.pem')
    const [first, second] = [makeKey(), makeKey()]
    writeFileSync(file, first.pem)
    await untilReady(startSuite(env))
    expect(readFileSync(file, 'utf8')).toBe(first.pem)
    const atStart = await publishedBy(env.DATA_DIR)
    expect(atStart).toHaveLength(2)
    expect(atStart).toContain(first.modulus)

    writeFileSync(file, second.pem)
    await run(process.execPath, [control, 'restart', 'till'], { env: { ...process.env, ...env } })
    const afterwards = await publishedBy(env.DATA_DIR)
    expect(afterwards).toHaveLength(2)
    expect(afterwards).toContain(second.modulus)
    expect(afterwards).toEqual(expect.arrayContaining(atStart.filter((modulus) => modulus !== first.modulus)))
  },
)
