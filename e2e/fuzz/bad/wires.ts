import { bytesOf, type Request, textOf } from '../request.ts'
import { attacks } from './framings.ts'
import type { Kind, Setting } from './kind.ts'

const JSON_TYPE = 'Content-Type: application/json'
type Bare = NonNullable<Request['bare']>

/** Raw text on its own connection. */
const wire = (name: string, write: (request: Request, setting: Setting) => Bare): Kind => ({
  name,
  make: (request, setting) => ({ bare: write(request, setting) }),
})
/** The request head with extra lines and no body. */
const head = (request: Request, { token }: Setting, ...lines: string[]) =>
  textOf({ ...request, body: undefined }, token, lines)
const whole = (request: Request, { token }: Setting) =>
  Buffer.concat([Buffer.from(textOf(request, token)), bytesOf(request) ?? Buffer.alloc(0)])

/** Bodies with broken framing. */
const framings = attacks.map((attack) =>
  wire(`body ${attack.name}`, (request, setting) => {
    const { operation } = request
    const limits = { limit: operation.bodyLimit || 4096 }
    const { headers, body = [] } = attack.sends(limits)
    return {
      pieces: [head(request, setting, ...headers), ...body],
      afterwards: attack.afterwards,
      isMore: attack.name === 'longer than it said',
    }
  }),
)

const heads: Kind[] = [
  wire('two Hosts', (request, setting) => ({
    pieces: [head(request, setting, 'Host: other.test')],
  })),
  wire('no Host', (request, { token }) => ({
    pieces: [textOf({ ...request, body: undefined }, token).replace(/Host: .*\r\n/, '')],
  })),
  wire('Host that is none', (request, setting) => ({
    pieces: [
      head(request, setting).replace(
        'shop.test',
        setting.random.pick(['a b', '@', 'x:99999', '[::', 'ä', '']),
      ),
    ],
  })),
  wire('HTTP/1.0', (request, setting) => ({
    pieces: [head(request, setting).replace('HTTP/1.1', 'HTTP/1.0')],
  })),
  wire('version that is none', (request, setting) => ({
    pieces: [
      head(request, setting).replace(
        'HTTP/1.1',
        setting.random.pick(['HTTP/9.9', 'HTTP/2.0', 'HTP/1.1', '']),
      ),
    ],
  })),
  wire('lines with LF alone', (request, setting) => ({
    pieces: [head(request, setting).replaceAll('\r\n', '\n')],
  })),
  wire('header over two lines', (request, setting) => ({
    pieces: [head(request, setting, 'X-Folded: a', ' b')],
  })),
  wire('header with NUL', (request, setting) => ({ pieces: [head(request, setting, 'X-Nul: a\u0000b')] })),
  wire('header without a colon', (request, setting) => ({ pieces: [head(request, setting, 'nonsense')] })),
  wire('space before the colon', (request, setting) => ({
    pieces: [head(request, setting, 'Content-Length : 5')],
  })),
  wire('header of 100,000 letters', (request, setting) => ({
    pieces: [head(request, setting, `X-Long: ${'x'.repeat(100_000)}`)],
  })),
  wire('3,000 headers', (request, setting) => ({
    pieces: [head(request, setting, ...Array.from({ length: 3_000 }, (_, i) => `X-${i}: 1`))],
  })),
  wire('method in small letters', (request, setting) => ({
    pieces: [head(request, setting).replace(/^\w+/, (method) => method.toLowerCase())],
  })),
  wire('CONNECT', (request, setting) => ({
    pieces: [head(request, setting).replace(/^\w+ \S+/, 'CONNECT evil.test:443')],
  })),
  wire('space in the address', (request, setting) => ({
    pieces: [head(request, setting).replace('/api/', '/api/ x/')],
  })),
  wire('TLS to a port without', (_, { random }) => ({
    pieces: [Buffer.from([0x16, 3, 1, 0, random.int(0, 255), 1, 0, 0])],
    afterwards: 'half-close',
  })),
  wire('start of HTTP/2', () => ({ pieces: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'] })),
]

const ends: Kind[] = [
  wire('announced and not sent', (request, setting) => ({
    pieces: [head(request, setting, JSON_TYPE, 'Content-Length: 200000')],
    afterwards: setting.random.pick(['half-close', 'vanish', undefined] as const),
  })),
  wire('aborted in its head', (request, setting) => {
    const bytes = whole(request, setting)
    return {
      pieces: [bytes.subarray(0, setting.random.int(1, head(request, setting).length - 2))],
      afterwards: 'vanish',
    }
  }),
  wire('aborted in its body', (request, setting) => {
    const bytes = whole({ ...request, body: request.body ?? { x: 1 } }, setting)
    return { pieces: [bytes.subarray(0, bytes.length - setting.random.int(1, 5))], afterwards: 'vanish' }
  }),
  wire('aborted before its answer', (request, setting) => ({
    pieces: [whole(request, setting)],
    afterwards: 'vanish',
  })),
  wire('sent byte by byte', (request, setting) => ({
    pieces: [...whole(request, setting)].map((byte) => Buffer.from([byte])),
  })),
  wire('another request behind it', (request, setting) => ({
    isMore: true,
    pieces: [head(request, setting, 'Content-Length: 0'), 'GET /internal/feed HTTP/1.1\r\nHost: a\r\n\r\n'],
  })),
]

export const wireKinds: Kind[] = [...framings, ...heads, ...ends]
