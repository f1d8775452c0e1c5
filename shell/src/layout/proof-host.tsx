import type { ApiError } from '@mms/sdk'
import { connectProof } from '@mms/sdk/host'
import { lazy, Suspense, useEffect, useState } from 'react'

const ProofDialog = lazy(async () => ({
  default: (await import('../second-step/use-proof.tsx')).ProofDialog,
}))

interface ProofRequest {
  refusal: ApiError
  resolve: () => void
  reject: (refusal: ApiError) => void
}

export function ProofHost() {
  const [asked, setAsked] = useState<ProofRequest | null>(null)
  useEffect(
    () => connectProof((refusal) => new Promise((resolve, reject) => setAsked({ refusal, resolve, reject }))),
    [],
  )
  if (!asked) return null
  const close = () => {
    asked.reject(asked.refusal)
    setAsked(null)
  }
  return (
    <Suspense>
      <ProofDialog refusal={asked.refusal} goOn={async () => asked.resolve()} onClose={close} />
    </Suspense>
  )
}
