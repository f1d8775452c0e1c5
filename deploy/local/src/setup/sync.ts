import { closeSync, fsyncSync, openSync } from 'node:fs'

export function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
