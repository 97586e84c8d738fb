import { agentScenarios } from './agents.mts';
import { connectScenarios } from './connect.mts';
import { failureScenarios } from './failures.mts';
import { operationScenarios } from './operations.mts';
import { loneTriggerScenarios, triggerScenarios } from './triggers.mts';
import type { LoneScenario, Scenario } from './world.mts';

/** The scenarios by what they are about, in the order in which they run. */
export const SCENARIOS: ReadonlyArray<
	[title: string, scenarios: ReadonlyArray<Scenario | LoneScenario>]
> = [
	['Connecting', connectScenarios],
	['Operations', operationScenarios],
	['The trigger', [...triggerScenarios, ...loneTriggerScenarios]],
	['As an AI tool', agentScenarios],
	['When something goes wrong', failureScenarios],
];
