import { expect, test } from 'vitest'
import { signatureOf } from './bucket.ts'

test('the bucket of these tests checks signatures as AWS describes them', () => {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature='
  const headers = {
    authorization,
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
  }
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  expect(signatureOf({ method: 'GET', url: '/?lifecycle', headers }, secret)).toBe(
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
  expect(signatureOf({ method: 'GET', url: '/?max-keys=2&prefix=J', headers }, secret)).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})
