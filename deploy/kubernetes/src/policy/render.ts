import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { overlays } from '../manifests/overlays.ts'

export interface Rendered {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
}

/** What kubectl would send to a cluster. Needs kubectl 1.27 or newer, whose kustomize knows these files. */
export function render(overlay: string): Rendered[] {
  let text: string
  try {
    text = execFileSync('kubectl', ['kustomize', join(overlays, overlay)], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (cause) {
    throw new Error(
      `kubectl cannot render ${overlay}; it must be 1.27 or newer: ${(cause as Error).message}`,
      { cause },
    )
  }
  return parseAllDocuments(text).map((document) => document.toJS() as Rendered)
}
