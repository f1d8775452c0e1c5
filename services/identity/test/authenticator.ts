import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Signature algorithm: that of most devices, or the one with large signatures that new browsers prefer. */
export type PasskeyAlgorithm = 'ES256' | 'ML-DSA-44'

interface Options {
  challenge?: unknown
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64 = (data: Buffer) => data.toString('base64url')

const hex = (text: string) => Buffer.from(text, 'hex')
const point = (part: string) => Buffer.from(part, 'base64url')
/** A CBOR byte string with a length of two bytes (RFC 8949). */
const long = (data: Buffer) =>
  Buffer.concat([hex('59'), hex(data.length.toString(16).padStart(4, '0')), data])

/** A key pair: the public key in COSE format (RFC 9053; ML-DSA: RFC 9964), and a function that signs. */
function buildKey(algorithm: PasskeyAlgorithm) {
  if (algorithm === 'ES256') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = Buffer.concat([hex('a5010203262001215820'), point(x), hex('225820'), point(y)])
    return { cose, sign: (data: Buffer) => sign('sha256', data, privateKey) }
  }
  const { privateKey, publicKey } = generateKeyPairSync('ml-dsa-44')
  const { pub = '' } = publicKey.export({ format: 'jwk' }) as { pub?: string }
  const cose = Buffer.concat([hex('a3010703382f20'), long(point(pub))])
  return { cose, sign: (data: Buffer) => sign(null, data, privateKey) }
}

/** A software passkey, as used by a browser at `origin` (WebAuthn level 3, 6.1 and 6.5), without attestation. */
export function buildAuthenticator(origin: string, algorithm: PasskeyAlgorithm = 'ES256', idBytes = 16) {
  const key = buildKey(algorithm)
  const id = randomBytes(idBytes)
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
    /** Response to `navigator.credentials.create`. */
    create(options: Options) {
      const length = hex(id.length.toString(16).padStart(4, '0'))
      const made = authData(0x45, Buffer.concat([Buffer.alloc(16), length, id, key.cose]))
      const head = hex('a363666d74646e6f6e656761747453746d74a0686175746844617461')
      const attestation = Buffer.concat([head, long(made)])
      return credential({
        clientDataJSON: base64(clientData('webauthn.create', options)),
        attestationObject: base64(attestation),
        transports: ['internal'],
      })
    },
    /** Response to `navigator.credentials.get`. */
    get(options: Options) {
      counter.value += 1
      const [data, shown] = [clientData('webauthn.get', options), authData(0x05)]
      return credential({
        clientDataJSON: base64(data),
        authenticatorData: base64(shown),
        signature: base64(key.sign(Buffer.concat([shown, sha256(data)]))),
      })
    },
  }
}
