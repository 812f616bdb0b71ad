import { runScenarios } from '../table.ts';
import { faults } from './faults.ts';

await runScenarios(faults);
