import { type Bare, bytesOf, type Request, textOf } from '../request.ts'
import { attacks } from './framings.ts'
import type { Kind, Setting } from './kind.ts'

const JSON_TYPE = 'Content-Type: application/json'

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

/** The request head with these lines behind it. */
const lines = (name: string, ...more: string[]) =>
  wire(name, (request, setting) => ({ pieces: [head(request, setting, ...more)] }))
/** The request head as `change` leaves it. */
const altered = (name: string, change: (text: string, random: Setting['random']) => string) =>
  wire(name, (request, setting) => ({ pieces: [change(head(request, setting), setting.random)] }))

const HOSTS = ['a b', '@', 'x:99999', '[::', 'ä', '']
const VERSIONS = ['HTTP/9.9', 'HTTP/2.0', 'HTP/1.1', '']

const heads: Kind[] = [
  lines('two Hosts', 'Host: other.test'),
  altered('no Host', (text) => text.replace(/Host: .*\r\n/, '')),
  altered('Host that is none', (text, random) => text.replace('shop.test', random.pick(HOSTS))),
  altered('HTTP/1.0', (text) => text.replace('HTTP/1.1', 'HTTP/1.0')),
  altered('version that is none', (text, random) => text.replace('HTTP/1.1', random.pick(VERSIONS))),
  altered('lines with LF alone', (text) => text.replaceAll('\r\n', '\n')),
  lines('header over two lines', 'X-Folded: a', ' b'),
  lines('header with NUL', 'X-Nul: a\u0000b'),
  lines('header without a colon', 'nonsense'),
  lines('space before the colon', 'Content-Length : 5'),
  lines('header of 100,000 letters', `X-Long: ${'x'.repeat(100_000)}`),
  lines('3,000 headers', ...Array.from({ length: 3_000 }, (_, i) => `X-${i}: 1`)),
  altered('method in small letters', (text) => text.replace(/^\w+/, (method) => method.toLowerCase())),
  altered('CONNECT', (text) => text.replace(/^\w+ \S+/, 'CONNECT evil.test:443')),
  altered('space in the address', (text) => text.replace('/api/', '/api/ x/')),
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
