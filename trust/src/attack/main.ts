import { runScenarios } from '../table.ts';
import { attacks } from './attacks.ts';

await runScenarios(attacks);
