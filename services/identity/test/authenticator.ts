import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Options {
  challenge?: unknown
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64 = (data: Buffer) => data.toString('base64url')

/** A passkey in software, as a browser at `origin` would use it (WebAuthn level 3, 6.1 and 6.5): ES256, no attestation. */
export function buildAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const counter = { value: 0 }
  const host = sha256(new URL(origin).hostname)
  const authData = (flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter.value)
    return Buffer.concat([host, Buffer.from([flags]), count, more])
  }
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = (response: object) => ({
    ...{ id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {} },
    response,
  })
  return {
    counter,
    /** Answers `navigator.credentials.create`. */
    create(options: Options) {
      const hex = (text: string) => Buffer.from(text, 'hex')
      const point = (part: string) => Buffer.from(part, 'base64url')
      const key = Buffer.concat([hex('a5010203262001215820'), point(x), hex('225820'), point(y)])
      const made = authData(0x45, Buffer.concat([Buffer.alloc(16), hex('0010'), id, key]))
      const attestation = Buffer.concat([
        ...[hex('a363666d74646e6f6e656761747453746d74a0686175746844617461'), hex('58')],
        ...[Buffer.from([made.length]), made],
      ])
      return credential({
        clientDataJSON: base64(clientData('webauthn.create', options)),
        attestationObject: base64(attestation),
        transports: ['internal'],
      })
    },
    /** Answers `navigator.credentials.get`. */
    get(options: Options) {
      counter.value += 1
      const [data, shown] = [clientData('webauthn.get', options), authData(0x05)]
      return credential({
        clientDataJSON: base64(data),
        authenticatorData: base64(shown),
        signature: base64(sign('sha256', Buffer.concat([shown, sha256(data)]), privateKey)),
      })
    },
  }
}
