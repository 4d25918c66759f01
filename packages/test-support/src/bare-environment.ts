/**
 * All that a program which a test starts has of this process's environment: the path, and what Node has compiled before.
 * A gateway that compiles its modules for itself takes three times as long to start.
 */
export function bareEnvironment(): Readonly<Record<string, string>> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return {
    ...(PATH !== undefined && { PATH }),
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
  };
}
