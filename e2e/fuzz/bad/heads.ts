import type { Kind } from './kind.ts'

const header = (name: string, headers: [string, string][]): Kind => ({
  name,
  make: (request, { random }) => ({ headers: [...request.headers, random.pick(headers)] }),
})
/** Sends the header with each value in turn. */
const ofOne = (name: string, field: string, values: string[]): Kind =>
  header(
    name,
    values.map((value) => [field, value]),
  )

const LATIN = 'x\u00e9\u00ff'

const headers: Kind[] = [
  ofOne('If-Match list', 'If-Match', [
    '"1", "2", "3"',
    '"0","1"',
    ',,,"1"',
    Array(500).fill('"9"').join(','),
  ]),
  ofOne('If-Match weak', 'If-Match', ['W/"1"', 'W/"0"', 'w/"1"']),
  ofOne('If-Match star', 'If-Match', ['*', '*, "1"', '"*"']),
  ofOne('If-Match that is none', 'If-Match', [
    '1',
    '"',
    '',
    '"1',
    `"${'9'.repeat(4_000)}"`,
    '"-1"',
    '"1e3"',
    LATIN,
  ]),
  ofOne('If-None-Match', 'If-None-Match', ['*', '"1"', 'W/"1", "2"', '"', LATIN]),
  ofOne('Idempotency-Key that is none', 'Idempotency-Key', [
    '',
    'x',
    'a b',
    'k'.repeat(5_000),
    '"k"',
    LATIN,
    '../x',
    "' or 1=1 --",
  ]),
  ofOne('Idempotency-Key sent again', 'Idempotency-Key', ['fuzz-key-000001', 'fuzz-key-000002']),
  ofOne('Accept', 'Accept', ['text/html', 'application/xml', '*/*;q=0', 'x'.repeat(3_000), '']),
  ofOne('Accept-Encoding', 'Accept-Encoding', ['identity;q=0', '*;q=0', 'zstd', 'gzip;q=x']),
  ofOne('Range', 'Range', ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'items=0-9']),
  ofOne('Expect', 'Expect', ['100-continue', 'the unexpected']),
  ofOne('Origin of another site', 'Origin', ['https://evil.test', 'null', 'http://shop.test.evil.test']),
  ofOne('Cookie', 'Cookie', ['mms_refresh=x', 'a=b; '.repeat(500), '=;=;', LATIN, 'refreshToken=..%2F']),
  ofOne('another method in a header', 'X-HTTP-Method-Override', ['DELETE', 'PUT']),
  ofOne('address of somebody else', 'X-Forwarded-For', [
    '127.0.0.1',
    '::1',
    '1.1.1.1, 127.0.0.1',
    'x'.repeat(2_000),
    LATIN,
  ]),
  ofOne('host of somebody else', 'X-Forwarded-Host', ['evil.test', '127.0.0.1']),
  ofOne('address in a header', 'X-Original-URL', ['/internal/feed', '/api/users']),
  ofOne('request id', 'X-Request-Id', ['x'.repeat(4_000), '../../x', '<b>', '']),
  ofOne('trace', 'Traceparent', ['00-0-0-00', `00-${'f'.repeat(32)}-${'f'.repeat(16)}-ff`, 'x'.repeat(500)]),
  ofOne('Upgrade', 'Upgrade', ['websocket', 'h2c']),
  ofOne('token of an approval that is none', 'Approval', ['x', 'a.b.c', '', 'x'.repeat(3_000)]),
  {
    name: 'two Authorization headers',
    make: (request, { random, token = 'Bearer x' }) => {
      const two: [string, string][] = [
        ['Authorization', 'Bearer x.y.z'],
        ['Authorization', token],
      ]
      return { headers: [...request.headers, ...(random.chance(0.5) ? two : two.reverse())] }
    },
  },
]

const METHODS = 'PATCH TRACE OPTIONS PROPFIND HEAD DELETE PUT POST GET SEARCH PURGE LOCK'.split(' ')
const method: Kind = {
  name: 'method that does not fit',
  make: ({ operation }, { random }) => ({
    method: random.pick(METHODS.filter((each) => each !== operation.method)),
  }),
}

export const headKinds: Kind[] = [...headers, method]
