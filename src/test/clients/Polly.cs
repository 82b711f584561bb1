// Declares what the generated client uses of the library Polly, so that the client compiles without NuGet.
using System;
using System.Threading;
using System.Threading.Tasks;

namespace Polly
{
    public enum OutcomeType { Successful, Failure }

    public class PolicyResult<T>
    {
        public OutcomeType Outcome { get; set; }
        public T Result { get; set; }
        public Exception FinalException { get; set; }
    }

    public interface ISyncPolicy<T> { }

    public interface IAsyncPolicy<T>
    {
        Task<PolicyResult<T>> ExecuteAndCaptureAsync(Func<Task<T>> action);
    }
}
