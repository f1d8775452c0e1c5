import process from 'node:process'
import { vi } from 'vitest'

const worker = process as typeof process & { environmentOfTests?: NodeJS.ProcessEnv }

// A worker runs many test files. Each gets fresh copies of our modules, and the original environment and clock.
// Libraries are loaded once.
vi.useRealTimers()
vi.resetModules()
worker.environmentOfTests ??= { ...process.env }
for (const name of Object.keys(process.env))
  if (!(name in worker.environmentOfTests)) delete process.env[name]
Object.assign(process.env, worker.environmentOfTests)
