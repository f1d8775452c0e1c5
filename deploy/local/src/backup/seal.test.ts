import { randomBytes } from 'node:crypto'
import { StartupError } from '@mms/service-kit/config'
import { expect, test } from 'vitest'
import { createByteReader } from './byte-reader.ts'
import { encodeHeader, newHeader, readHeader } from './header.ts'
import { seal, unseal } from './seal.ts'

const KIB = 1024
const key = randomBytes(32)
const header = encodeHeader(
  newHeader({ installation: 'a', release: '0.3.0', at: new Date(0).toISOString(), key: 'k' }),
)

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of source) all.push(piece)
  return Buffer.concat(all)
}

async function sealed(bytes: Buffer, piece = 100 * KIB): Promise<Buffer> {
  return collect(seal(pieces(bytes, piece), { key, header }))
}

async function opened(file: Buffer, ours = key, piece = 64 * KIB): Promise<Buffer> {
  const reader = createByteReader(pieces(file, piece))
  const { encoded } = await readHeader(reader, 'The backup x')
  return collect(unseal(reader, { key: ours, header: encoded }, 'The backup x'))
}

const refusal = async (file: Buffer, ours = key): Promise<string> => {
  const error = await opened(file, ours).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartupError)
  return (error as Error).message
}

test.each([0, 1, 1024 * KIB - 1, 1024 * KIB, 1024 * KIB + 1, 2500 * KIB])(
  'gives back %i bytes, and shows none of them',
  async (length) => {
    const plain = randomBytes(length)
    const file = await sealed(plain)
    expect((await opened(file)).equals(plain)).toBe(true)
    expect((await opened(file, key, 10_000)).equals(plain)).toBe(true)
    if (length > 64) expect(file.indexOf(plain.subarray(0, 32))).toBe(-1)
  },
)

test('refuses a file that was cut, wherever', async () => {
  const file = await sealed(randomBytes(2100 * KIB))
  const chunk = 4 + 1024 * KIB + 16
  const places = [header.length, header.length + 2, header.length + chunk, header.length + 2 * chunk]
  for (const length of [...places, file.length - 1, file.length - 17]) {
    expect(await refusal(file.subarray(0, length))).toBe(
      'The backup x was cut: it ends before its end; take another backup.',
    )
  }
  for (const length of [0, 5, 20, header.length - 1]) {
    expect(await refusal(file.subarray(0, length))).toMatch(/^The backup x is (no backup|damaged)/)
  }
})

test('refuses a file of which one bit was flipped, wherever', async () => {
  const file = await sealed(randomBytes(500))
  for (let at = 0; at < file.length; at += 1) {
    const changed = Buffer.from(file)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(await refusal(changed)).toMatch(
      /^The backup x (is no|is damaged|is not as it was written|was cut)/,
    )
  }
})

test('refuses parts in another order, one twice, and more after the end', async () => {
  const file = await sealed(randomBytes(3000 * KIB))
  const start = header.length
  const chunk = 4 + 1024 * KIB + 16
  const [first, second] = [
    file.subarray(start, start + chunk),
    file.subarray(start + chunk, start + 2 * chunk),
  ]
  const rest = file.subarray(start + 2 * chunk)
  expect(await refusal(Buffer.concat([header, second, first, rest]))).toContain('part 1 of it was changed')
  expect(await refusal(Buffer.concat([header, first, first, rest]))).toContain('part 2 of it was changed')
  expect(await refusal(Buffer.concat([file, rest]))).toContain('part 3 of it was changed')
})

test('opens with its own key alone', async () => {
  expect(await refusal(await sealed(randomBytes(10)), randomBytes(32))).toContain('part 1 of it was changed')
})
