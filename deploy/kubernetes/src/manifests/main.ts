import { writeFileSync } from 'node:fs'
import { findDeployables, readServices } from '../deployables.ts'
import { writeManifests } from './manifests.ts'

for (const [file, content] of writeManifests(readServices(), findDeployables())) writeFileSync(file, content)
