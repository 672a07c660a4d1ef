// @ts-check
/**
 * The JSON shapes of the HTTP API, as openapi.yaml describes them.
 *
 * @typedef {object} LatencyMillis
 * @property {number} count
 * @property {number} mean
 * @property {number} stdDev
 * @property {number} p50
 * @property {number} p90
 * @property {number} p95
 * @property {number} p99
 * @property {number} p99_9
 * @property {number} p99_99
 * @property {number} max
 * @property {number} clamped values above the layout's top of one hour
 *
 * @typedef {object} StatsDocument
 * @property {number} begun
 * @property {number} transactions those that ended well
 * @property {number} failed
 * @property {Record<string, number>} failedBy
 * @property {number} uncertain
 * @property {number} retried
 * @property {number} rolledBack
 * @property {number} dropped
 * @property {Record<string, number>} droppedBy
 * @property {number} rowsRead
 * @property {number} rowsWritten
 * @property {Record<string, number>} okAfterRetries how many ended well after so many repetitions
 * @property {number} statements
 * @property {number} transactionsPerSecond
 * @property {number} statementsPerSecond
 * @property {number} attemptsPerSecond every try that ended
 * @property {number} goodputPerSecond ended well and not rolled back by the business rule
 * @property {LatencyMillis} latencyMillis
 * @property {LatencyMillis} [waitMillis] of an open load, from the intended start until a thread was free
 * @property {LatencyMillis} [scheduleDelayMillis] of an open load, from then to the actual start
 * @property {LatencyMillis} [serviceMillis] of an open load, from the actual start to the end
 * @property {LatencyMillis} [failedLatencyMillis] of what failed or stayed uncertain
 *
 * @typedef {object} GeneratorSample shares from 0 to 1, negative where unknown
 * @property {number} processCpu
 * @property {number} hostCpu
 * @property {number} busiestCore
 * @property {number} steal
 * @property {number} gcPauseNanos
 * @property {number} maxHiccupNanos
 * @property {number} startLatenessP99Nanos
 * @property {number} oldestInFlightNanos
 * @property {number} connectionWaitP99Nanos
 * @property {number} cpuWait share of the time in iterations without a core
 * @property {number} ownCpu share of their time that load threads were on a core
 * @property {number} throttled share of the time that a CPU quota stopped the worker
 *
 * @typedef {object} Limit
 * @property {string} agent
 * @property {string} cause such as `CPU_WAIT`
 * @property {string} reason
 *
 * @typedef {object} IntervalFields
 * @property {number} index
 * @property {number} startMillis from the common start
 * @property {number} lengthMillis
 * @property {string} phase `ramp-up`, `warm-up`, `measure`, `cool-down` or `drain`
 * @property {boolean} measured
 * @property {number} threads
 * @property {string[]} missing agents whose record has not come
 * @property {Record<string, StatsDocument>} operations
 * @property {GeneratorSample} generator the worst figures of all agents
 * @property {Limit[]} limited why the generator may have been the limit; empty where it was not
 *
 * @typedef {IntervalFields & StatsDocument} IntervalDocument
 *
 * @typedef {object} SeriesDocument what charts draw; each list has one element for each bucket
 * @property {number} through all that the live stream tells up to this number is in it
 * @property {boolean} more whether there are newer intervals, which the next call reads
 * @property {number} stride how many intervals a bucket stands for
 * @property {(number | null)[]} startMillis
 * @property {(number | null)[]} endMillis
 * @property {boolean[]} provisional
 * @property {Record<string, {low: (number | null)[], high: (number | null)[]}>} metrics
 * @property {Totals} totals
 * @property {IntervalDocument[]} newest one by one
 *
 * @typedef {object} Totals what has ended, over all phases
 * @property {number} ok
 * @property {number} failed
 * @property {number} uncertain
 * @property {number} retried
 * @property {Record<string, number>} failedBy
 * @property {Record<string, EndedDocument>} operations
 *
 * @typedef {{transactions: number, failed: number}} EndedDocument how an operation ended, and how often
 *
 * @typedef {object} GeneratorVerdict
 * @property {"OK" | "LIMITED"} verdict
 * @property {string} reason
 * @property {number} limitedIntervals
 * @property {number} intervals
 *
 * @typedef {object} Check
 * @property {string} name
 * @property {boolean} holds
 * @property {boolean} evidence
 * @property {string} detail
 *
 * @typedef {object} AuditDocument
 * @property {"BALANCED" | "INCOMPLETE" | "CONFLICT"} verdict
 * @property {string} sentence
 * @property {number} begun
 * @property {number} ok
 * @property {number} failed
 * @property {number} uncertain
 * @property {number} records
 * @property {number} duplicates
 * @property {string[]} findings
 * @property {Check[]} checks
 *
 * @typedef {object} ErrorSample
 * @property {string} errorClass
 * @property {number} vendorCode
 * @property {string} sqlState
 * @property {string} message
 * @property {number} count
 * @property {number} firstMillis
 * @property {number} lastMillis
 *
 * @typedef {object} PhaseDocument
 * @property {string} kind
 * @property {number} startMillis
 * @property {number} durationMillis
 * @property {string} load in words
 * @property {number} threads over all agents
 * @property {Record<string, string>} mix parameter values of this phase only
 *
 * @typedef {object} AgentDocument
 * @property {string} name
 * @property {number} threads
 * @property {number} clockOffsetMillis
 * @property {number} clockErrorMillis
 * @property {number} firstStartMillis
 * @property {StatsDocument} stats
 * @property {Record<string, string>} environment
 *
 * @typedef {object} JobSummary
 * @property {string} id
 * @property {string} name
 * @property {string} jobClass
 * @property {string} title
 * @property {string} pack
 * @property {string} state
 * @property {string} reason
 * @property {string} load
 * @property {string} latencyMeaning
 * @property {number} agents
 * @property {number} threads
 * @property {string} threadKind
 * @property {string} startedAt
 * @property {string} endedAt
 *
 * @typedef {object} RunDocument
 * @property {JobSummary} job
 * @property {Record<string, string>} parameters
 * @property {PhaseDocument[]} phases
 * @property {StatsDocument} summary
 * @property {Record<string, StatsDocument>} operations
 * @property {IntervalDocument[]} intervals
 * @property {AgentDocument[]} agents
 * @property {GeneratorVerdict} generator
 * @property {AuditDocument} audit
 * @property {ErrorSample[]} errors
 * @property {Record<string, string>} provenance
 * @property {Delivery} [delivery]
 * @property {ResultSeal} [seal]
 *
 * @typedef {"good" | "bad" | "warn" | "live" | "calm"} Tone
 *
 * @typedef {object} Delivery how much of the planned load came about
 * @property {number} share from 0 to 1
 * @property {{agent: string, share: number, untilMillis: number}[]} shortfalls
 *
 * @typedef {object} ResultSeal of which records a result was made
 * @property {string} sha256
 * @property {Record<string, number>} records by agent
 * @property {string} at
 * @property {{number: number, at: string, records: Record<string, number>, sha256: string}[]} amendments
 *
 * @typedef {object} Progress
 * @property {string} agent
 * @property {string} step
 * @property {number} done
 * @property {number} total 0 where nobody knows
 * @property {number} seconds how long it has been going on
 *
 * @typedef {object} Headline
 * @property {number} transactionsPerSecond
 * @property {number} p95Millis
 * @property {string} audit
 * @property {string} generator
 * @property {string} generatorReason
 * @property {number} [delivered] share of the planned load, from 0 to 1
 * @property {number} [amendments] how often the result was amended after the job's end
 *
 * @typedef {object} JobView
 * @property {string} id
 * @property {string} name
 * @property {string} jobClass
 * @property {string} title
 * @property {string} pack
 * @property {string} state
 * @property {string} reason
 * @property {string} [refusal]
 * @property {string} submittedAt
 * @property {string} [startedAt]
 * @property {string} [endedAt]
 * @property {{count: number, names: string[]}} agents
 * @property {string[]} assigned
 * @property {number} threadsPerAgent
 * @property {number} totalThreads
 * @property {string} load the load model in words
 * @property {{kind: string, durationMillis: number}[]} phases
 * @property {number} intervalMillis
 * @property {string} threadKind
 * @property {Record<string, string>} parameters
 * @property {string} seed a text, for it has 64 bits
 * @property {Progress} [progress]
 * @property {{at: string, state: string, reason: string}[]} history
 * @property {Headline} [headline]
 *
 * @typedef {object} PhaseRequest
 * @property {string} phase `ramp-up`, `warm-up`, `measure` or `cool-down`
 * @property {string} duration such as `30s`
 * @property {number} threads of each agent
 * @property {number | Record<string, unknown>} [rate] per second, or a shape by its name
 * @property {"constant" | "poisson"} [arrivals]
 * @property {string} [think]
 * @property {Record<string, string>} [mix] parameter values of this phase only
 *
 * @typedef {object} Submission what was asked of a job, its secrets by reference
 * @property {string} name
 * @property {string} jobClass
 * @property {string} pack
 * @property {Record<string, string>} parameters
 * @property {{count: number, names: string[]}} agents
 * @property {PhaseRequest[]} phases
 * @property {string} interval
 * @property {string} threadKind
 * @property {string} seed a text, for it has 64 bits
 * @property {string} grace
 * @property {string} [startAt]
 * @property {boolean} waitForAgents
 * @property {Record<string, string>} [timeouts] those that are not the usual ones
 * @property {string} [secretsOf] the job itself, where it had secrets
 * @property {string[]} [secretsNeeded] their names
 *
 * @typedef {object} StudyStep
 * @property {number} threads of each agent
 * @property {string} jobId
 * @property {string} state the job's; `planned` where it was not handed in yet
 * @property {string} reason
 * @property {Headline} [headline]
 *
 * @typedef {object} StudyView
 * @property {string} id
 * @property {string} name
 * @property {string} jobClass
 * @property {string} title
 * @property {string} state `running`, `paused`, `stopping`, or how it ended
 * @property {string} reason
 * @property {string} submittedAt
 * @property {string} [startedAt]
 * @property {string} [endedAt]
 * @property {{count: number, names: string[]}} agents
 * @property {string} axis `threads`
 * @property {Record<string, string>} parameters
 * @property {StudyStep[]} steps
 *
 * @typedef {object} StudyHead
 * @property {string} id
 * @property {string} name
 * @property {string} job
 * @property {string} title
 * @property {number[]} threads
 * @property {string} state
 *
 * @typedef {object} HostDocument shares from 0 to 1, negative where unknown
 * @property {number} user
 * @property {number} system
 * @property {number} idle
 * @property {number} contextSwitchesPerTransaction
 *
 * @typedef {object} StudyRow
 * @property {number} threads of each agent
 * @property {number} totalThreads
 * @property {string} runId
 * @property {string} state
 * @property {number} transactionsPerSecond
 * @property {number} transactions
 * @property {number} errors
 * @property {LatencyMillis} latencyMillis
 * @property {HostDocument} host
 * @property {number} scaleUp
 * @property {"OK" | "LIMITED"} generator
 * @property {"BALANCED" | "INCOMPLETE" | "CONFLICT"} audit
 *
 * @typedef {object} StudyTable
 * @property {StudyHead} study
 * @property {StudyRow[]} rows ascending by threads
 * @property {number} baseThreads
 * @property {number} peakThreads 0 where there is none
 *
 * @typedef {object} ComparedStep
 * @property {StudyRow} [a]
 * @property {StudyRow} [b]
 * @property {number} [throughputPercent]
 * @property {number} [meanPercent]
 * @property {number} [p95Percent]
 *
 * @typedef {object} Comparison
 * @property {StudyHead} a
 * @property {StudyHead} b
 * @property {ComparedStep[]} points
 * @property {ComparedStep} peaks
 * @property {{what: string, a: string, b: string}[]} differences
 *
 * @typedef {object} AgentView
 * @property {string} name
 * @property {"connected" | "suspect" | "lost"} state
 * @property {string} version
 * @property {string} address where it called from
 * @property {Record<string, string>} labels
 * @property {Record<string, string>} host
 * @property {string} connectedAt
 * @property {string} lastHeardAt
 * @property {string[]} jobs
 * @property {number} clockOffsetMillis
 * @property {number} clockErrorMillis
 * @property {number} roundTripMillis
 * @property {{runId: string, records: number, since: string}[]} setAside records of runs that the
 *   server does not know
 *
 * @typedef {object} ShareView one agent's part in a running job
 * @property {string} name
 * @property {string} state the agent's connection: `connected`, `suspect` or `lost`
 * @property {string} status where the share is, such as `forking`, `running`, `broken`
 * @property {string} detail why it is broken or was rejected
 * @property {number} threads
 * @property {number} clockOffsetMillis
 * @property {number} clockErrorMillis
 * @property {number} lastInterval the newest interval that has come; -1 where there is none
 * @property {GeneratorSample} generator
 *
 * @typedef {object} LogLine
 * @property {number} id under which the live stream tells it
 * @property {string} agent empty where it says how many lines were left out
 * @property {string} at
 * @property {string} line
 *
 * @typedef {object} ParameterDescriptor
 * @property {string} name
 * @property {string} kind `text`, `whole`, `decimal`, `flag`, `choice`, `span` or `secret`
 * @property {string} help
 * @property {string | null} [preset]
 * @property {string} minimum
 * @property {string} maximum
 * @property {string} pattern
 * @property {string} shape
 * @property {{value: string, help: string}[]} choices
 * @property {boolean} perPhase whether it may have another value in each phase
 *
 * @typedef {object} JobClassView
 * @property {string} id
 * @property {string} title
 * @property {string} summary
 * @property {ParameterDescriptor[]} parameters
 * @property {string[]} operations
 * @property {{name: string, version: string, sha256: string}} pack
 *
 * @typedef {{where: string, what: string, mend: string, sentence: string}} Problem
 *
 * @typedef {object} Session
 * @property {string} version
 * @property {boolean} loginRequired
 * @property {string} [user]
 * @property {string} [csrf]
 */
export {};
