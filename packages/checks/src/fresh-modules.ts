import process from 'node:process'
import { vi } from 'vitest'

const kept = process as typeof process & { environmentOfTests?: NodeJS.ProcessEnv }

// A worker runs many files. Each gets fresh copies of our own modules, with whatever they hold, and the environment and the
// clock as they were; libraries are loaded once.
vi.useRealTimers()
vi.resetModules()
kept.environmentOfTests ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in kept.environmentOfTests)) delete process.env[name]
Object.assign(process.env, kept.environmentOfTests)
