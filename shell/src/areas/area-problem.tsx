import { ProblemCard } from '@mms/ui'
import { useState } from 'react'
import type { KnownArea } from './registry.ts'

interface AreaProblemProps {
  area: KnownArea
  onRetry: () => Promise<void>
}

/** The card in the place of an area that cannot be shown: its name, the reason, whom to tell, and *Try again*. */
export function AreaProblem({ area, onRetry }: AreaProblemProps) {
  const [retrying, setRetrying] = useState(false)
  const retry = async () => {
    setRetrying(true)
    await onRetry()
    setRetrying(false)
  }
  return (
    <ProblemCard title={`${titleOf(area)} is not available`} onRetry={retry} retrying={retrying}>
      {reasonOf(area)}
    </ProblemCard>
  )
}

function titleOf({ name, manifest }: KnownArea): string {
  return manifest?.title ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
}

function reasonOf({ manifest, mismatch }: KnownArea): string {
  if (mismatch) {
    return `It needs version ${mismatch.required} of ${mismatch.package}, and this page has ${mismatch.present}. The page has to be updated first.`
  }
  const tell = manifest ? ` If it stays away, please tell ${manifest.owner}.` : ''
  return `It could not be loaded. Everything else goes on working.${tell}`
}
