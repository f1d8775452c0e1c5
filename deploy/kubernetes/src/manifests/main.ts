import { writeFileSync } from 'node:fs'
import { findDeployables } from '../deployables.ts'
import { readServices } from '../services.ts'
import { writeManifests } from './manifests.ts'

for (const [file, content] of writeManifests(readServices(), findDeployables())) writeFileSync(file, content)
