import { describe, expect, test } from 'vitest'
import { fingerprintsOfRecording, fingerprintsOfReversal, isSameRequest } from './fingerprint.ts'

const PATH = '/api/transactions'
const ID = '0190a6f0-0000-7000-8000-00000000000a'
const sale = { medicineId: ID.toUpperCase(), type: 'sale', quantity: 2, unitPrice: 10.5 }
const adjustment = {
  unitPrice: 1e1,
  note: '  two\nlines ',
  direction: 'decrease',
  quantity: 2,
  type: 'adjustment',
  medicineId: ID,
}

describe('what release 0.1 stored and compares', () => {
  // Made by release 0.1.
  test.each([
    ['JBXGlx0M4t0dMTCn5b9l_xbnI6rjIMYbYpuZEyVN3pk', fingerprintsOfRecording(PATH, sale)],
    ['14JtGC6Wn8Y_Bb30v9-UgjlJegdlVGE_QhxRA05rJzA', fingerprintsOfRecording(PATH, adjustment)],
    ['2vLvWdaqdtODt9HeXFf4b-ac8EQnQHIkAw0l_o-kbXM', fingerprintsOfReversal(PATH, ID)],
  ])('is made as it made it: %s', (requestDigest, made) => {
    expect(made.version1).toBe(requestDigest)
    expect(isSameRequest({ requestDigest, requestFingerprint: null }, made)).toBe(true)
  })

  test('is never that of a request with a field that it did not know', () => {
    const made = fingerprintsOfRecording(PATH, { ...sale, batch: '' })
    const { version1: requestDigest } = fingerprintsOfRecording(PATH, sale)
    expect(made.version1).toBeNull()
    expect(isSameRequest({ requestDigest, requestFingerprint: null }, made)).toBe(false)
  })

  test('does not count where there is what the caller sent', () => {
    const made = fingerprintsOfRecording(PATH, sale)
    const stored = { requestDigest: made.version1, requestFingerprint: `${made.current}x` }
    expect(isSameRequest(stored, made)).toBe(false)
    expect(isSameRequest({ ...stored, requestFingerprint: made.current, requestDigest: null }, made)).toBe(
      true,
    )
  })
})
